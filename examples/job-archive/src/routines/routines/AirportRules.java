package routines;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The rules for the row of an airport: those of the example load-airports, in their order, after a check of the number of columns. */
public final class AirportRules {
    /** The columns of the source and of the output, in this order. */
    public static final List<String> COLUMNS = List.of("iata", "name", "city", "state", "country", "latitude", "longitude");

    private final Set<String> seen = new HashSet<>();
    private final boolean strict;

    /** Strict rules also require a code of three characters, and a state for an airport in the USA. */
    public AirportRules(boolean strict) {
        this.strict = strict;
    }

    /** Returns the reason why the row is rejected, or null for a valid row. */
    public String brokenRule(List<String> row) {
        if (row.size() != COLUMNS.size()) return "row does not have " + COLUMNS.size() + " columns";
        String iata = row.get(0);
        String state = row.get(3);
        String country = row.get(4);
        if (!iata.matches("[A-Z0-9]{3,4}")) return "code is not three or four letters or digits";
        if (strict && iata.length() != 3) return "code is not three letters or digits";
        if (seen.contains(iata)) return "code occurs more than once";
        if (isUnknown(row.get(1))) return "name is missing";
        if (isUnknown(country)) return "country is missing";
        if (strict && country.equals("USA") && isUnknown(state)) return "state of an airport in the USA is missing";
        if (!isUnknown(state) && !state.matches("[A-Z]{2}")) return "state is not two letters";
        if (!isDegrees(row.get(5), 90)) return "latitude is not a number from -90 to 90";
        if (!isDegrees(row.get(6), 180)) return "longitude is not a number from -180 to 180";
        seen.add(iata);
        return null;
    }

    /** The source writes NA for unknown values. */
    private static boolean isUnknown(String value) {
        return value.isEmpty() || value.equals("NA");
    }

    private static boolean isDegrees(String value, double limit) {
        return value.matches("-?\\d+(\\.\\d+)?") && Math.abs(Double.parseDouble(value)) <= limit;
    }
}
